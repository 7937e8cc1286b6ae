/** A package that is built into the service, as Vite lists it. */
export type BuiltIn = { name: string; version: string; identifier: string | null }

type Manifest = {
  name: string
  version: string
  license: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/**
 * The software bill of materials of a build, as CycloneDX 1.6 in JSON: the bundled packages, and those that npm
 * installs beside it.
 */
export function billOfMaterials(manifest: Manifest, builtIn: readonly BuiltIn[]): string {
  const root = componentOf({ ...manifest, identifier: manifest.license }, 'application')
  const inside = builtIn.map(each => componentOf(each, 'library'))
  const beside = Object.entries(manifest.dependencies).map(([name, version]) =>
    componentOf({ name, version, identifier: null }, 'library'),
  )
  const optional = Object.entries(manifest.optionalDependencies).map(([name, version]) => ({
    ...componentOf({ name, version, identifier: null }, 'library'),
    scope: 'optional',
  }))
  const components = [...inside, ...beside, ...optional].toSorted((a, b) => (a.purl < b.purl ? -1 : 1))
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [{ ref: root.purl, dependsOn: components.map(({ purl }) => purl) }],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function componentOf({ name, version, identifier }: BuiltIn, type: 'application' | 'library') {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const licenses = identifier === null ? {} : { licenses: [{ expression: identifier }] }
  return { type, 'bom-ref': purl, name, version, purl, ...licenses }
}
