// Ways to run the network on libtorch, timed in turns: what README.md says of libtorch comes from here.
//
//     libtorch [THREADS] [CHANNELSxBLOCKS ...]
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/passes/fixup_trace_scope_blocks.h>
#include <torch/csrc/jit/passes/freeze_module.h>
#include <torch/csrc/jit/passes/normalize_ops.h>
#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using at::Tensor;

// A board of 8x8: 8x4 dark squares, 32 planes, 4 directions times 7 distances, 280 actions.
constexpr int64_t HEIGHT = 8, WIDTH = 4, PLANES = 32, POLICY = 28, ACTIONS = 280;

struct Net {
  int64_t channels, blocks;
  std::vector<Tensor> parameters; // weight and bias of each layer, as crates/net orders them
  Tensor actions;

  Net(int64_t channels, int64_t blocks) : channels(channels), blocks(blocks) {
    auto layer = [&](std::vector<int64_t> shape) {
      int64_t inputs = 1;
      for (size_t i = 1; i < shape.size(); i++) inputs *= shape[i];
      parameters.push_back(torch::randn(shape) * std::sqrt(2.0 / inputs) * 0.7);
      parameters.push_back(torch::randn({shape[0]}) * 0.1);
    };
    layer({channels, PLANES, 3, 3});
    for (int64_t i = 0; i < 2 * blocks; i++) layer({channels, channels, 3, 3});
    layer({channels, channels, 1, 1});
    layer({POLICY, channels, 1, 1});
    layer({8, channels, 1, 1});
    layer({64, 8 * HEIGHT * WIDTH});
    layer({3, 64});
    actions = torch::randperm(HEIGHT * WIDTH * POLICY).slice(0, 0, ACTIONS).clone();
  }

  std::vector<Tensor> prepare(at::ScalarType kind) const {
    std::vector<Tensor> prepared;
    for (const Tensor &t : parameters) {
      Tensor p = t.to(kind);
      prepared.push_back(p.dim() == 4 ? p.contiguous(at::MemoryFormat::ChannelsLast) : p);
    }
    return prepared;
  }

  Tensor policy_of(Tensor policy) const {
    return policy.permute({0, 2, 3, 1}).flatten(1, 3).index_select(1, actions).to(at::kFloat);
  }

  // What crates/net computes.
  std::vector<Tensor> forward(const std::vector<Tensor> &p, const Tensor &planes) const {
    size_t at = 0;
    auto conv = [&](const Tensor &x) {
      int64_t padding = p[at].size(2) / 2;
      Tensor y = at::conv2d(x, p[at], p[at + 1], {1, 1}, {padding, padding});
      at += 2;
      return y;
    };
    auto linear = [&](const Tensor &x) {
      Tensor y = at::linear(x, p[at], p[at + 1]);
      at += 2;
      return y;
    };
    Tensor trunk = conv(planes.to(p[0].scalar_type()).permute({0, 3, 1, 2}));
    for (int64_t i = 0; i < blocks; i++) trunk = trunk.add(conv(conv(trunk.relu()).relu()));
    trunk = trunk.relu();
    Tensor policy = policy_of(conv(conv(trunk).relu()));
    Tensor value = conv(trunk).relu().permute({0, 2, 3, 1}).flatten(1, 3);
    value = linear(linear(value).relu());
    return {policy, value.to(at::kFloat)};
  }

  // The same, overwriting what is not needed again.
  std::vector<Tensor> in_place(const std::vector<Tensor> &p, const Tensor &planes) const {
    size_t at = 0;
    auto conv = [&](const Tensor &x) {
      int64_t padding = p[at].size(2) / 2;
      Tensor y = at::conv2d(x, p[at], p[at + 1], {1, 1}, {padding, padding});
      at += 2;
      return y;
    };
    auto linear = [&](const Tensor &x) {
      Tensor y = at::linear(x, p[at], p[at + 1]);
      at += 2;
      return y;
    };
    Tensor trunk = conv(planes.to(p[0].scalar_type()).permute({0, 3, 1, 2}));
    for (int64_t i = 0; i < blocks; i++) trunk.add_(conv(conv(trunk.relu()).relu_()));
    trunk.relu_();
    Tensor policy = policy_of(conv(conv(trunk).relu_()));
    Tensor value = conv(trunk).relu_().permute({0, 2, 3, 1}).flatten(1, 3);
    value = linear(linear(value).relu_());
    return {policy, value.to(at::kFloat)};
  }
};

// Convolutions of oneDNN that add and rectify in the same pass (what torch.compile calls), weights in its own layout.
struct Fused {
  const Net &net;
  std::vector<Tensor> p;

  Fused(const Net &net, at::ScalarType kind, int64_t batch) : net(net) {
    for (const Tensor &t : net.prepare(kind)) {
      int64_t padding = t.dim() == 4 ? t.size(2) / 2 : 0;
      p.push_back(t.dim() == 4 ? at::mkldnn_reorder_conv2d_weight(
                                     t.to_mkldnn(), {padding, padding}, {1, 1}, {1, 1}, 1,
                                     std::vector<int64_t>{batch, t.size(1), HEIGHT, WIDTH})
                               : t);
    }
  }

  std::vector<Tensor> forward(const Tensor &planes) const {
    using Scalars = c10::List<std::optional<at::Scalar>>;
    static auto unary =
        c10::Dispatcher::singleton()
            .findSchemaOrThrow("mkldnn::_convolution_pointwise", "")
            .typed<Tensor(const Tensor &, const Tensor &, const std::optional<Tensor> &, at::IntArrayRef, at::IntArrayRef,
                          at::IntArrayRef, int64_t, std::string_view, Scalars, std::optional<std::string_view>)>();
    static auto binary =
        c10::Dispatcher::singleton()
            .findSchemaOrThrow("mkldnn::_convolution_pointwise_", "binary")
            .typed<Tensor &(Tensor &, const Tensor &, const Tensor &, const std::optional<Tensor> &, at::IntArrayRef,
                            at::IntArrayRef, at::IntArrayRef, int64_t, std::string_view, std::optional<at::Scalar>,
                            std::optional<std::string_view>, Scalars, std::optional<std::string_view>)>();
    size_t at = 0;
    auto padding = [&](size_t i) { return i < 2 + 4 * size_t(net.blocks) ? 1 : 0; };
    auto conv = [&](const Tensor &x, const char *after) {
      int64_t k = padding(at);
      Tensor y = unary.call(x, p[at], p[at + 1], {k, k}, {1, 1}, {1, 1}, 1, after, Scalars(), std::nullopt);
      at += 2;
      return y;
    };
    auto linear = [&](const Tensor &x) {
      Tensor y = at::linear(x, p[at], p[at + 1]);
      at += 2;
      return y;
    };
    Tensor trunk = conv(planes.to(p[1].scalar_type()).permute({0, 3, 1, 2}), "none");
    for (int64_t i = 0; i < net.blocks; i++) {
      Tensor inner = conv(trunk.relu(), "relu");
      bool last = i + 1 == net.blocks;
      binary.call(trunk, inner, p[at], p[at + 1], {1, 1}, {1, 1}, {1, 1}, 1, "add", std::nullopt,
                  last ? std::optional<std::string_view>("relu") : std::nullopt, Scalars(), std::nullopt);
      at += 2;
    }
    Tensor policy = conv(trunk, "relu");
    policy = net.policy_of(conv(policy, "none"));
    Tensor value = conv(trunk, "relu").permute({0, 2, 3, 1}).flatten(1, 3);
    value = linear(linear(value).relu_());
    return {policy, value.to(at::kFloat)};
  }
};

// As tch traces: the weights become constants of the graph.
torch::jit::Module traced(const Net &net, const std::vector<Tensor> &prepared, const Tensor &planes) {
  namespace jit = torch::jit;
  jit::Module module("net");
  module.register_attribute("training", c10::BoolType::get(), false);
  auto state = std::make_shared<jit::tracer::TracingState>();
  jit::tracer::setTracingState(state);
  state->graph->insertInput(0, "self")->setType(module._ivalue()->type());
  auto *value = state->graph->addInput();
  value->setType(jit::TensorType::get());
  state->setValue(planes, value);
  auto outputs = net.forward(prepared, planes);
  for (const Tensor &output : outputs) state->graph->registerOutput(state->getOutput(output, 0));
  jit::FixupTraceScopeBlocks(state->graph, &module);
  jit::NormalizeOps(state->graph);
  // One value: a tuple of both.
  auto graph = state->graph;
  std::vector<jit::Value *> values(graph->outputs().begin(), graph->outputs().end());
  while (!graph->outputs().empty()) graph->eraseOutput(0);
  auto *tuple = graph->insertNode(graph->createTuple(values));
  graph->registerOutput(tuple->output());
  jit::tracer::setTracingState(nullptr);
  auto *function = module._ivalue()->compilation_unit()->create_function("forward", graph);
  module.type()->addMethod(function);
  return module;
}

std::vector<Tensor> run(torch::jit::Module &module, const Tensor &planes) {
  auto outputs = module.forward({planes}).toTuple();
  return {outputs->elements()[0].toTensor(), outputs->elements()[1].toTensor()};
}

struct Way {
  const char *name;
  std::function<std::vector<Tensor>()> run;
  double best = 0;
};

int main(int argc, char **argv) {
  torch::NoGradGuard no_grad;
  int threads = 1;
  torch::manual_seed(1);
  std::vector<std::pair<int64_t, int64_t>> sizes;
  for (int i = 1; i < argc; i++) {
    long channels, blocks;
    if (std::sscanf(argv[i], "%ldx%ld", &channels, &blocks) == 2) sizes.push_back({channels, blocks});
    else threads = std::max(1, std::atoi(argv[i]));
  }
  at::set_num_threads(threads);
  if (sizes.empty()) sizes = {{32, 3}, {64, 6}};
  for (auto [channels, blocks] : sizes) {
    Net net(channels, blocks);
    for (auto kind : {at::kFloat, at::kBFloat16}) {
      for (int64_t batch : {16, 32, 64, 128, 256, 512}) {
        Tensor planes = torch::rand({batch, HEIGHT, WIDTH, PLANES});
        auto prepared = net.prepare(kind);
        auto trace = traced(net, prepared, planes);
        auto again = traced(net, prepared, planes);
        auto frozen = torch::jit::freeze(again);
        auto third = traced(net, prepared, planes);
        auto optimized = torch::jit::optimize_for_inference(third);
        Fused fused(net, kind, batch);
        std::vector<Way> ways = {
            {"eager", [&] { return net.forward(prepared, planes); }},
            {"in place", [&] { return net.in_place(prepared, planes); }},
            {"traced", [&] { return run(trace, planes); }},
            {"frozen", [&] { return run(frozen, planes); }},
            {"optimized", [&] { return run(optimized, planes); }},
            {"fused", [&] { return fused.forward(planes); }},
        };
        auto truth = ways[0].run();
        double difference = 0;
        for (auto &way : ways) {
          auto ours = way.run();
          for (int i = 0; i < 2; i++)
            difference = std::max(difference, (ours[i] - truth[i]).abs().max().item<double>());
          if (!ours[0].isfinite().all().item<bool>()) return 1;
        }
        using Clock = std::chrono::steady_clock;
        for (int turn = 0; turn < 15; turn++) {
          for (auto &way : ways) {
            // The fastest run of all counts: other programs can only make one slower.
            double seconds = 0;
            do {
              auto start = Clock::now();
              way.run();
              double run = std::chrono::duration<double>(Clock::now() - start).count();
              way.best = std::max(way.best, batch / run);
              seconds += run;
            } while (seconds < 0.05);
          }
        }
        std::printf("%ldx%ld %s batch %3ld: eager %6.0f/s", channels, blocks, kind == at::kFloat ? "f32" : "bf16", batch,
                    ways[0].best);
        for (auto &way : ways) std::printf("  %s %.2f", way.name, way.best / ways[0].best);
        std::printf("  (largest difference %.1e)\n", difference);
        std::fflush(stdout);
      }
    }
  }
}
