/** Long enough for every real name, short enough for one line of a button. */
const NAME_CHARACTERS = 40
/** A wallet's icon is 96 px wide (EIP-6963), which needs a tenth of this. */
const ICON_CHARACTERS = 256_000
const ICON = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i

/** A wallet's own name as one short line of visible characters. A longer one ends in an ellipsis. */
export function shownName(name: string): string {
  const characters = [...name.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()]
  return characters.length > NAME_CHARACTERS
    ? `${characters
        .slice(0, NAME_CHARACTERS - 1)
        .join('')
        .trim()}…`
    : characters.join('')
}

/** A wallet's own icon, if it is an image of a usual type in a `data:` URI of a usual length. */
export function shownIcon(icon: string | undefined): string | null {
  const uri = icon?.trim() ?? ''
  return uri.length <= ICON_CHARACTERS && ICON.test(uri) ? uri : null
}
