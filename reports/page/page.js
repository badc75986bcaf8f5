// The page of a report: views by address, tables and plots of its data, light and dark colours. DataTables and Vega-Embed draw.
'use strict';

const root = document.documentElement;
const json = id => JSON.parse(document.getElementById(id)?.textContent ?? 'null');
const text = DataTable.render.text().display;

// Follows the system's colour scheme until the button changes it.
const theme = document.getElementById('theme');
function showTheme(dark) {
  root.classList.toggle('dark', dark);
  theme.textContent = dark ? 'Light' : 'Dark';
  drawPlots(document.querySelector('.view.shown'));
}
theme.addEventListener('click', () => showTheme(!root.classList.contains('dark')));

function drawPlots(view) {
  for (const figure of view?.querySelectorAll('.plot') ?? []) {
    const colour = name => getComputedStyle(root).getPropertyValue(name).trim();
    const axis = {labelColor: colour('--text'), titleColor: colour('--text'), gridColor: colour('--line')};
    const config = {background: null, axis, legend: axis, header: axis, view: {stroke: colour('--line')}};
    vegaEmbed(figure, json(figure.dataset.plot), {actions: false, renderer: 'svg', config});
  }
}

const settings = {pageLength: 25, layout: {topStart: 'pageLength', topEnd: 'search'}, order: []};

// A table is built when it is first shown.
function drawTables(view) {
  for (const table of view.querySelectorAll('table.display:not(.dataTable)')) {
    const long = table.tBodies[0].rows.length > 20, whole = table.classList.contains('matrix');
    const layout = long ? settings.layout : {topStart: null, topEnd: null, bottomStart: null, bottomEnd: null};
    new DataTable(table, {...settings, layout, autoWidth: false, searching: long, info: long, paging: long && !whole});
  }
  if (view.id === 'pairs') drawPairs();
  if (view.id === 'methods') drawMatrix();
}

const link = (view, name, shown) => `<a href="#${view}/${encodeURIComponent(name)}">${text(shown)}</a>`;
const share = value => value === null ? '' : (Math.floor(value * 1000) / 10).toFixed(1) + ' %';
let pairs = null, pairsTable = null, matrixTable = null;

function data() { return pairs ??= json('pairs-data'); }

function drawPairs() {
  if (pairsTable) return;
  const all = data();
  const named = (title, column, names, show) =>
    ({title, data: column, render: (place, type) => type === 'display' ? (show ?? text)(names[place]) : names[place]});
  const number = (title, column, show) =>
    ({title, data: column, type: 'num', className: 'number',
      render: (value, type) => type === 'display' ? (value === null ? '' : show(value)) : value ?? -1});
  const plain = value => value.toLocaleString('en');
  pairsTable = new DataTable('#pairs-table', {
    ...settings, data: all.rows, deferRender: true, autoWidth: false,
    columns: [
      named('case', 0, all.cases, name => link('case', name, name)), named('family', 1, all.families),
      named('method', 2, all.methods, name => link('method', name, name)), named('device', 3, all.devices),
      named('verdict', 4, all.verdicts), named('replay or outcome', 9, all.replays), number('nodes', 7, plain),
      number('edges', 8, plain), number('recall', 10, share), number('precision', 11, share),
      number('of eager', 12, value => value.toPrecision(3) + 'x'), number('memory', 13, value => plain(Math.round(value / 1024)) + ' KB'),
      named('why', 14, all.reasons)],
    createdRow: (row, pair) => { if (pair[5]) row.children[4].classList.add('red'); },
  });
  for (const select of document.querySelectorAll('[data-table=pairs-table] select')) {
    const column = pairsTable.column(Number(select.dataset.column));
    for (const value of [...new Set(column.cache('search').toArray())].sort()) select.add(new Option(value, value));
    select.addEventListener('change', () =>
      column.search(select.value ? '^' + DataTable.util.escapeRegex(select.value) + '$' : '', true, false).draw());
  }
}

const kSigns = '+gDRFX-?U';
function drawMatrix() {
  if (matrixTable) return;
  const all = data(), rows = new Map();
  for (const pair of all.rows) {
    const key = pair[0] * 2 + pair[3];
    if (!rows.has(key)) rows.set(key, {name: all.cases[pair[0]], family: all.families[pair[1]], device: all.devices[pair[3]]});
    rows.get(key)[pair[2]] = all.cells[pair[6]];
  }
  const used = [...new Set(all.rows.map(pair => pair[2]))].sort((left, right) => left - right);
  matrixTable = new DataTable('#matrix-table', {
    ...settings, data: [...rows.values()], deferRender: true, autoWidth: false,
    columns: [
      {title: 'case', data: 'name', render: (name, type) => type === 'display' ? link('case', name, name) : name},
      {title: 'family', data: 'family', render: DataTable.render.text()}, {title: 'device', data: 'device'},
      ...used.map(method => ({title: all.methods[method], data: row => row[method] ?? '', className: 'sign',
                              render: (sign, type) => type === 'display' && sign
                                ? `<span class="sign-${kSigns.indexOf(sign[0])}${sign.endsWith('!') ? ' red' : ''}">${text(sign)}</span>` : sign}))],
  });
}

// The views of cases are in the page or in files beside it.
const details = json('details'), files = json('detail-files');
function showDetail(name, html) {
  const view = document.getElementById('case');
  if (html === undefined) {
    view.replaceChildren(Object.assign(document.createElement('p'), {textContent: `This run has no case ${name}.`}));
  } else {
    view.innerHTML = html;
    drawTables(view);
    view.querySelector('h2').focus();
  }
}
function assayDetail(name, html) {
  details[name] = html;
  if (route().name === name) showDetail(name, html);
}
function loadDetail(name) {
  if (Object.hasOwn(details, name) || !Object.hasOwn(files, name)) return showDetail(name, details[name]);
  const script = Object.assign(document.createElement('script'), {src: files[name]});
  script.onerror = () => showDetail(name, `<h2 tabindex="-1"></h2><p>Its view is in ${text(files[name])}, which is not beside this page.</p>`);
  document.body.append(script);
}

function route() {
  const [view, ...rest] = location.hash.slice(1).split('/');
  let name = rest.join('/');
  try { name = decodeURIComponent(name); } catch { /* typed by hand and not decodable: kept as typed */ }
  return {view, name};
}

const kItems = {method: 'methods', feature: 'capabilities', cause: 'differences'};
function show() {
  const {view: asked, name} = route();
  const item = kItems[asked] && [...document.querySelectorAll('.item')].find(
    each => each.dataset.kind === asked && each.dataset.name === name);
  const view = document.getElementById(kItems[asked] ?? asked);
  const shown = view?.classList.contains('view') ? view : document.getElementById('overview');
  for (const each of document.querySelectorAll('.shown')) each.classList.remove('shown');
  shown.classList.add('shown');
  shown.classList.toggle('single', Boolean(item));
  item?.classList.add('shown');
  for (const each of document.querySelectorAll('nav a')) {
    const current = each.getAttribute('href') === '#' + (asked === 'case' ? 'methods' : shown.id);
    current ? each.setAttribute('aria-current', 'page') : each.removeAttribute('aria-current');
  }
  if (shown.id === 'case') return loadDetail(name);
  drawTables(item ?? shown);
  drawPlots(shown);
  scrollTo(0, 0);
  if (location.hash) (item ?? shown).querySelector('h2, h3').focus({preventScroll: true});
}

document.addEventListener('click', event => {
  const button = event.target.closest('.copy');
  if (!button) return;
  navigator.clipboard?.writeText(button.previousElementSibling.textContent);
  button.textContent = 'Copied';
});
addEventListener('hashchange', show);
root.classList.add('scripted');
showTheme(matchMedia('(prefers-color-scheme: dark)').matches);
show();
