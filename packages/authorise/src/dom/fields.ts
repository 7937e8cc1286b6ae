const TYPED = ['keydown', 'keypress', 'keyup']
/** They lead out of a field, and out of a dialog around it. */
const LEAVING = ['Tab', 'Escape']

/** Pages against copying prevent these everywhere but in fields, and carousels begin to drag. Fields then get no focus and no paste. */
const HANDLED = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'selectstart',
  'contextmenu',
  'copy',
  'cut',
  'paste',
]

/**
 * Keeps keys typed into the fields of `root` from the page's shortcuts, because the page sees no field there. A held Enter presses only one
 * button. Enter in a field is the next step: the button, or the email that it waits for. Presses and pastes in fields are kept likewise.
 */
export function keepKeys(root: ShadowRoot): void {
  for (const type of HANDLED)
    root.addEventListener(type, event => isField(event.target, root) && event.stopPropagation(), {
      passive: true,
    })
  for (const type of TYPED)
    root.addEventListener(type, event => {
      const { key, repeat, isComposing, keyCode } = event as KeyboardEvent
      const target = event.target as Element
      if (target.getRootNode() !== root) return
      if (isField(target, root) && !LEAVING.includes(key)) event.stopPropagation()
      // An input method ends its own input with Enter, which older browsers tell by 229 alone.
      const isDone = type === 'keydown' && key === 'Enter' && !repeat && !isComposing && keyCode !== 229
      if (isDone && target.matches('input')) goOn(root, target)
      if (repeat && key === 'Enter' && target.matches('button, a')) event.preventDefault()
    })
}

function isField(target: EventTarget | null, root: ShadowRoot): boolean {
  // Slotted elements belong to the page. A selection begins at a text node.
  return (target as Node).getRootNode() === root && /^(input|select)$/.test((target as Element).localName)
}

function goOn(root: ShadowRoot, field: Element): void {
  const primary = root.querySelector<HTMLButtonElement>('.primary')
  const email = root.querySelector<HTMLInputElement>('.email')
  if (primary && !primary.disabled) primary.click()
  else if (email && email !== field) email.focus()
}

/** Gives every field in `root` its value from the state, also after the subscriber typed. */
export function showValues(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-value]')) {
    const { value = '' } = field.dataset
    if (field.value !== value) field.value = value
  }
}
