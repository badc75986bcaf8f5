"""transformers omits the mask in eager and makes a mask under tracing. PaliGemma attends both ways without it, causally with it."""
import torch
from transformers import GemmaConfig, GemmaModel
torch.manual_seed(0)
config = dict(vocab_size=29, hidden_size=24, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=1, head_dim=12)
config = GemmaConfig(intermediate_size=40, use_bidirectional_attention=True, use_cache=False, **config)
model, ids = GemmaModel(config).eval(), torch.randint(3, 29, (2, 7))
eager = model(ids).last_hidden_state
exported = torch.export.export(model, (ids,)).module()(ids).last_hidden_state
assert not torch.allclose(eager, exported, atol=1e-3), (eager - exported).abs().max()
