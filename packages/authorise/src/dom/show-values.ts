/** Gives every field in `root` the value it is to show, whatever was typed into it since. */
export function showValues(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-value]')) {
    const { value = '' } = field.dataset
    if (field.value !== value) field.value = value
  }
}
