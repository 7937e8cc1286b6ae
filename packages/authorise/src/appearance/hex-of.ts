/** A CSS colour in any spelling as `#rrggbb`. Null for a text that is no colour, or for a transparent one. */
export function hexOf(colour: string | undefined): string | null {
  const context = document.createElement('canvas').getContext('2d')
  if (!context || !colour) return null
  const [first, second] = ['#000000', '#ffffff'].map(before => {
    // An invalid colour leaves the one before.
    context.fillStyle = before
    context.fillStyle = colour
    return String(context.fillStyle)
  })
  if (first !== second) return null
  if (first?.startsWith('#')) return first
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255
    ? `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
    : null
}
