import type { TestModule, TestSuite } from 'vitest/node'

type VitestError = { message: string; stack?: string }

/**
 * A paragraph for the tests of a file that did not run, for each file or group whose own code or hooks failed, and for
 * each failed test. There is none when every test passed.
 */
export function vitestFailures(modules: TestModule[]): string[] {
  return modules.flatMap(module => {
    const file = module.relativeModuleId
    const nameOf = (part: TestModule | TestSuite) =>
      part.type === 'module' ? file : `${file} > ${part.fullName}`
    const tests = [...module.children.allTests()]
    const left = tests.filter(test => !['passed', 'failed'].includes(test.result().state))
    const notRun = paragraph(
      `${file}: ${left.length} of ${tests.length} did not run`,
      left.map(test => test.fullName),
    )
    return [
      ...(left.length > 0 ? [notRun] : []),
      ...[module, ...module.children.allSuites()]
        .filter(part => part.errors().length > 0)
        .map(part => paragraph(nameOf(part), linesOf(part.errors()))),
      ...tests
        .filter(test => test.result().state === 'failed')
        .map(test => paragraph(`${file} > ${test.fullName}`, linesOf(test.result().errors ?? []))),
    ]
  })
}

/** A paragraph for each error that was thrown where no test waited for it. */
export function unhandledErrors(errors: unknown[]): string[] {
  return errors.map(error => paragraph('outside of every test', linesOf([error as VitestError])))
}

/** Frames of a trace that are not this repository's. */
const FOREIGN = /^\s+at .*(node_modules|node:|<anonymous>)/

function linesOf(errors: readonly VitestError[]): string[] {
  return errors.flatMap(({ message, stack }) =>
    (stack ?? message).split('\n').filter(line => line.trim() !== '' && !FOREIGN.test(line)),
  )
}

/** A long run's last lines should say enough to start from, not repeat everything. */
const LINES = 12

function paragraph(title: string, lines: string[]): string {
  const more = lines.length > LINES ? [`and ${lines.length - LINES} lines more`] : []
  return [title, ...[...lines.slice(0, LINES), ...more].map(line => `    ${line.trim()}`)].join('\n')
}
