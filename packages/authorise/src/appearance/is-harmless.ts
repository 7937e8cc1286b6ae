/** Whether a value loads no file. The CSS object model ensures that it is a single value. */
export function isHarmless(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    !/url\s*\(|image(-set)?\s*\(|var\s*\(|inset|\\|@import|expression/i.test(value)
  )
}
