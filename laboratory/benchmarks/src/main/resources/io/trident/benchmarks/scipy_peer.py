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
"""Solves one dense assignment problem again and again: a cost on stdout for each line on stdin.

Arguments: file of the cost matrix as big-endian doubles, rows, columns.
"""

import sys

import numpy
from scipy.optimize import linear_sum_assignment

path, rows, columns = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
costs = numpy.fromfile(path, dtype=">f8").reshape(rows, columns).astype(numpy.float64)
for line in sys.stdin:
    row, column = linear_sum_assignment(costs)
    print(costs[row, column].sum(), flush=True)
