// The cuDNN calls that set up a recurrent layer before its kernel: the handle and dropout descriptors.
//
// The real cuDNN must never receive a handle of the phantom, because it would dereference it. Calls with a
// handle that are not answered here are refused in refused_calls.cc. Version queries take no handle and stay
// cuDNN's own.
#include <cstdio>
#include <cudnn.h>

#include "capture/phantom/refusal.h"

using namespace assay::phantom;

namespace {

constexpr std::size_t kDropoutStateBytes = 1 << 20;  // a GPU requests more; nothing is stored in it

// Never dereferenced, only passed back.
template <class Handle>
cudnnStatus_t hand_out(Handle* handle) {
  static char place;
  *handle = reinterpret_cast<Handle>(&place);
  return CUDNN_STATUS_SUCCESS;
}

// The inputs of a recurrent layer's weight size, which PyTorch compares with its storage.
struct RecurrentLayer {
  std::size_t gates = 0;
  bool input_matrices = true;  // false: the input is added unchanged
  std::size_t biases = 0;      // bias vectors per gate
  std::size_t directions = 1;
  std::size_t layers = 0;
  std::size_t input_size = 0;
  std::size_t hidden_size = 0;
  std::size_t projected_size = 0;
  std::size_t element_bytes = 0;
};

std::size_t weight_bytes(const RecurrentLayer& r) {
  std::size_t elements = 0;
  for (std::size_t layer = 0; layer < r.layers; ++layer) {
    const std::size_t in = layer ? r.projected_size * r.directions : r.input_matrices ? r.input_size : 0;
    elements += r.gates * r.hidden_size * (in + r.projected_size + r.biases);
    if (r.projected_size != r.hidden_size) elements += r.projected_size * r.hidden_size;
  }
  return elements * r.directions * r.element_bytes;
}

std::size_t gates_of(cudnnRNNMode_t mode) { return mode == CUDNN_LSTM ? 4 : mode == CUDNN_GRU ? 3 : 1; }

std::size_t biases_of(cudnnRNNBiasMode_t mode) {
  return mode == CUDNN_RNN_DOUBLE_BIAS ? 2 : mode == CUDNN_RNN_NO_BIAS ? 0 : 1;
}

std::size_t bytes_of(cudnnDataType_t type) {
  return type == CUDNN_DATA_DOUBLE ? 8 : type == CUDNN_DATA_HALF || type == CUDNN_DATA_BFLOAT16 ? 2 : 4;
}

RecurrentLayer* layer_of(cudnnRNNDescriptor_t descriptor) {
  return reinterpret_cast<RecurrentLayer*>(descriptor);
}

}  // namespace

ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t* descriptor) {
  *descriptor = reinterpret_cast<cudnnRNNDescriptor_t>(new RecurrentLayer);
  return CUDNN_STATUS_SUCCESS;
}
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t descriptor) {
  delete layer_of(descriptor);
  return CUDNN_STATUS_SUCCESS;
}
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnSetRNNDescriptor_v8(
    cudnnRNNDescriptor_t descriptor, cudnnRNNAlgo_t, cudnnRNNMode_t cell, cudnnRNNBiasMode_t bias,
    cudnnDirectionMode_t direction, cudnnRNNInputMode_t input, cudnnDataType_t type, cudnnDataType_t,
    cudnnMathType_t, int32_t input_size, int32_t hidden_size, int32_t projected_size, int32_t layers,
    cudnnDropoutDescriptor_t, uint32_t) {
  *layer_of(descriptor) = {gates_of(cell),
                           input == CUDNN_LINEAR_INPUT,
                           biases_of(bias),
                           direction == CUDNN_BIDIRECTIONAL ? std::size_t{2} : std::size_t{1},
                           static_cast<std::size_t>(layers),
                           static_cast<std::size_t>(input_size),
                           static_cast<std::size_t>(hidden_size),
                           static_cast<std::size_t>(projected_size),
                           bytes_of(type)};
  return CUDNN_STATUS_SUCCESS;
}
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnGetRNNWeightSpaceSize(cudnnHandle_t, cudnnRNNDescriptor_t descriptor,
                                                              size_t* bytes) {
  *bytes = weight_bytes(*layer_of(descriptor));
  return CUDNN_STATUS_SUCCESS;
}

ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) { return hand_out(handle); }
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnDestroy(cudnnHandle_t) { return CUDNN_STATUS_SUCCESS; }
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnSetStream(cudnnHandle_t, cudaStream_t) {
  return CUDNN_STATUS_SUCCESS;
}

ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* descriptor) {
  return hand_out(descriptor);
}
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t) {
  return CUDNN_STATUS_SUCCESS;
}
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t, size_t* bytes) {
  *bytes = kDropoutStateBytes;
  return CUDNN_STATUS_SUCCESS;
}
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t, cudnnHandle_t, float,
                                                             void*, size_t, unsigned long long) {
  return CUDNN_STATUS_SUCCESS;
}
ASSAY_PHANTOM_EXPORT cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t, cudnnHandle_t,
                                                                 float, void*, size_t, unsigned long long) {
  return CUDNN_STATUS_SUCCESS;
}

static_assert(CUDNN_STATUS_NOT_SUPPORTED == kCudnnNotSupported);

ASSAY_PHANTOM_EXPORT const char* cudnnGetErrorString(cudnnStatus_t status) {
  return status == CUDNN_STATUS_SUCCESS ? "CUDNN_STATUS_SUCCESS" : refusal_text();
}
ASSAY_PHANTOM_EXPORT void cudnnGetLastErrorString(char* message, size_t size) {
  std::snprintf(message, size, "%s", refusal_text());
}
