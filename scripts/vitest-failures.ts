/** What Vitest's JSON report says of a run, as far as we read it. */
export type VitestReport = {
  numPassedTests: number
  numTotalTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** A paragraph for each test that did not pass and each file that could not run; none when all is well. */
export function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name: file, message, assertionResults }) => {
    const tests = assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ status, fullName, failureMessages }) =>
        paragraph(`${file} > ${fullName}: ${status}`, failureMessages.join('\n')),
      )
    return tests.length === 0 && message !== '' ? [paragraph(file, message)] : tests
  })
}

/** A last line of output should say enough to start from, not repeat the whole trace. */
const LINES = 12

function paragraph(title: string, text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return [title, ...lines.slice(0, LINES).map(line => `    ${line.trim()}`)].join('\n')
}
