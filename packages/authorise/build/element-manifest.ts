import { readFileSync } from 'node:fs'

/** The analyzer's own types lack parts of its documented API. */
type Analyzer = {
  ts: {
    createSourceFile(path: string, text: string, target: number, setParents: boolean): unknown
    ScriptTarget: { ES2015: number }
  }
  create(options: { modules: unknown[]; plugins: unknown[]; context: { dev: boolean } }): unknown
}

const ANALYZER = '@custom-elements-manifest/analyzer'

export type Described = { name: string; description?: string }
export type Typed = Described & { type?: { text: string } }

/** The manifest's description of the element, reduced to the parts that editors and readers need. */
export type ElementDescription = {
  tagName: string
  description: string
  attributes: (Typed & { default?: string })[]
  members: (Typed & {
    kind: string
    privacy?: string
    static?: boolean
    readonly?: boolean
    attribute?: string
  })[]
  events: Typed[]
  slots: Described[]
  cssParts: Described[]
  cssProperties: (Described & { default?: string })[]
  cssStates: Described[]
}

/** The custom elements manifest of one module, and its one element. Internal members are left out. */
export async function readManifest(file: string): Promise<{ manifest: object; element: ElementDescription }> {
  const { ts, create }: Analyzer = await import(ANALYZER)
  const { litPlugin } = await import(`${ANALYZER}/src/features/framework-plugins/lit/lit.js`)
  const path = 'src/billing-authorise.ts'
  const source = ts.createSourceFile(path, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2015, true)
  const manifest = create({ modules: [source], plugins: litPlugin(), context: { dev: false } }) as {
    modules: { path: string; declarations: (ElementDescription & { kind: string })[]; exports: object[] }[]
  }
  const [module] = manifest.modules
  const element = module?.declarations.find(declaration => declaration.kind === 'class')
  if (!module || !element) throw new Error('The manifest has no element.')
  element.tagName = 'billing-authorise'
  element.members = element.members.filter(({ name, privacy, static: isStatic, ...member }) => {
    const isOurs = name.startsWith('#') || privacy === 'private' || privacy === 'protected' || isStatic
    return (
      !isOurs &&
      !String((member as { description?: string }).description ?? '').startsWith('@internal') &&
      !INTERNAL.has(name)
    )
  })
  module.path = 'dist/billing-authorise.js'
  module.declarations = [element]
  module.exports = [
    { kind: 'js', name: 'BillingAuthorise', declaration: { name: 'BillingAuthorise', module: module.path } },
    {
      kind: 'custom-element-definition',
      name: element.tagName,
      declaration: { name: 'BillingAuthorise', module: module.path },
    },
  ]
  return { manifest, element }
}

const INTERNAL = new Set(['pins', 'describe', 'ports', 'proposed'])
