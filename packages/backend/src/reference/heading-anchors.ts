/** The anchors of one page's headings, given in their order, as GitHub makes them: of the words alone, numbered where they repeat. */
export function headingAnchors(): (heading: string) => string {
  const seen = new Map<string, number>()
  return heading => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}
