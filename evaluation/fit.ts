// Weighted logistic regression with a small ridge, by Newton's method. A dozen features at most, so
// plain elimination is all the algebra it needs.

export type LogisticFit = { weights: number[]; bias: number };

/** Fits weights over the columns of `x`; `weight` says how much each row counts. */
export function fitLogistic(
  x: readonly (readonly number[])[],
  y: readonly boolean[],
  weight: readonly number[],
  ridge: number,
): LogisticFit {
  const width = (x[0]?.length ?? 0) + 1;
  const point = zeros(width);
  const total = weight.reduce((sum, value) => sum + value, 0);
  for (let round = 0; round < 50; round++) {
    const gradient = zeros(width);
    const hessian = Array.from({ length: width }, () => zeros(width));
    x.forEach((row, i) => {
      const values = [...row, 1];
      const margin = values.reduce((sum, value, j) => sum + value * (point[j] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-margin));
      const share = (weight[i] ?? 0) / total;
      const slope = share * (chance - (y[i] ? 1 : 0));
      const bend = share * Math.max(chance * (1 - chance), 1e-6);
      for (let j = 0; j < width; j++) {
        gradient[j] = (gradient[j] ?? 0) + slope * (values[j] ?? 0);
        const line = hessian[j];
        if (line === undefined) continue;
        for (let k = 0; k < width; k++) {
          line[k] = (line[k] ?? 0) + bend * (values[j] ?? 0) * (values[k] ?? 0);
        }
      }
    });
    for (let j = 0; j < width - 1; j++) {
      gradient[j] = (gradient[j] ?? 0) + ridge * (point[j] ?? 0);
      const line = hessian[j];
      if (line !== undefined) line[j] = (line[j] ?? 0) + ridge;
    }
    const step = solve(hessian, gradient);
    step.forEach((value, j) => {
      point[j] = (point[j] ?? 0) - value;
    });
    if (Math.max(...step.map(Math.abs)) < 1e-8) break;
  }
  return { weights: point.slice(0, -1), bias: point[width - 1] ?? 0 };
}

const zeros = (width: number): number[] => Array.from({ length: width }, () => 0);

/** Solves a small symmetric system by elimination with pivots. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  const rows = matrix.map((line, i) => [...line, right[i] ?? 0]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    }
    const swapped = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    rows[column] = swapped;
    const lead = swapped[column] ?? 0;
    if (Math.abs(lead) < 1e-12) continue;
    for (let row = 0; row < size; row++) {
      const line = rows[row];
      if (row === column || line === undefined) continue;
      const factor = (line[column] ?? 0) / lead;
      for (let k = column; k <= size; k++) line[k] = (line[k] ?? 0) - factor * (swapped[k] ?? 0);
    }
  }
  return rows.map((line, i) =>
    Math.abs(line[i] ?? 0) < 1e-12 ? 0 : (line[size] ?? 0) / (line[i] ?? 1),
  );
}
