const TYPED = ['keydown', 'keypress', 'keyup']
/** They lead out of a field, and out of what a page has opened around it. */
const LEAVING = ['Tab', 'Escape']

/**
 * Keeps what is typed into the fields of `root` from the shortcuts of the page, which sees no field there, and a held Enter from pressing
 * one button after the other.
 */
export function keepKeys(root: ShadowRoot): void {
  for (const type of TYPED)
    root.addEventListener(type, event => {
      const { key, repeat } = event as KeyboardEvent
      const target = event.target as Element
      // What a page has put into a slot is its own.
      if (target.getRootNode() !== root) return
      if (target.matches('input, select') && !LEAVING.includes(key)) event.stopPropagation()
      if (repeat && key === 'Enter' && target.matches('button, a')) event.preventDefault()
    })
}
