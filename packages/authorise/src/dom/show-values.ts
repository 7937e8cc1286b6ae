/** Gives every field in `root` its value from the state, also after the subscriber typed. */
export function showValues(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-value]')) {
    const { value = '' } = field.dataset
    if (field.value !== value) field.value = value
  }
}
