const BLOCK = /<!-- ([\w./-]+\.(?:ts|mjs|sh)) -->\n+```\w+\n[\s\S]*?```/g

/**
 * A page with the present text of each sample, which is a file that a test runs: a comment names it, and the block behind it shows it.
 *
 * @param read gives a file's text by its path from the page
 */
export function withSamples(page: string, read: (path: string) => string): string {
  return page.replaceAll(BLOCK, (_, path: string) => {
    const language = path.split('.').at(-1)?.replace('mjs', 'js')
    // The first lines of a script are not part of its sample.
    const text = read(path).replace(/^#!.*\nset .*\n\n?/, '')
    return `<!-- ${path} -->\n\n\`\`\`${language}\n${text}\`\`\``
  })
}
