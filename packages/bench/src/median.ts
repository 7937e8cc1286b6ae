export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** @param share 0 for the least, 1 for the greatest */
export function quantile(values: readonly number[], share: number): number {
  const index = Math.min(values.length - 1, Math.floor(values.length * share))
  return values.toSorted((a, b) => a - b)[index] ?? Number.NaN
}
