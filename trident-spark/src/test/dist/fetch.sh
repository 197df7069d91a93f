#!/bin/sh
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
#
# fetch.sh VERSION DIRECTORY: puts Spark's distribution into DIRECTORY/pyspark, unless it is there.
# PyPI's archive is the only published one that a package manager fetches. Does nothing, with a
# message, where there is no python3 with pip; the tests are skipped then.

set -eu
version=$1
directory=$2

if [ -x "$directory/pyspark/bin/spark-submit" ]; then
  exit 0
fi
if ! python3 -m pip --version > /dev/null 2>&1; then
  echo "No python3 with pip: Spark $version cannot be fetched, its tests are skipped." >&2
  exit 0
fi
rm -rf "$directory" "$directory.part"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$directory.part" "pyspark==$version"
mv "$directory.part" "$directory"
