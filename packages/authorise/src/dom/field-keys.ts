const TYPED = ['keydown', 'keypress', 'keyup']
/** They lead out of a field, and out of what a page has opened around it. */
const LEAVING = ['Tab', 'Escape']

/**
 * Keeps what is typed into the fields of `root` from the shortcuts of the page, which sees no field there, and a held Enter from pressing
 * one button after the other. Enter in a field is the next step: the button, or the email that it waits for.
 */
export function keepKeys(root: ShadowRoot): void {
  for (const type of TYPED)
    root.addEventListener(type, event => {
      const { key, repeat, isComposing, keyCode } = event as KeyboardEvent
      const target = event.target as Element
      // What a page has put into a slot is its own.
      if (target.getRootNode() !== root) return
      if (target.matches('input, select') && !LEAVING.includes(key)) event.stopPropagation()
      // An input method ends its own input with Enter, which older browsers tell by 229 alone.
      const isDone = type === 'keydown' && key === 'Enter' && !repeat && !isComposing && keyCode !== 229
      if (isDone && target.matches('input')) goOn(root, target)
      if (repeat && key === 'Enter' && target.matches('button, a')) event.preventDefault()
    })
}

function goOn(root: ShadowRoot, field: Element): void {
  const primary = root.querySelector<HTMLButtonElement>('.primary')
  const email = root.querySelector<HTMLInputElement>('.email')
  if (primary && !primary.disabled) primary.click()
  else if (email && email !== field) email.focus()
}
