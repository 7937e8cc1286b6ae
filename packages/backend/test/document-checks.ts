import type { OpenApiDocument } from '../src/openapi/document-types.ts'
import { createDocumentCheck, type DocumentCheck } from './documented-answer.ts'

const checks = new Map<string, Promise<DocumentCheck>>()

/** Every answer of every test is held against the document the service itself hands out. */
export function documentCheckOf(url: string): Promise<DocumentCheck> {
  let check = checks.get(url)
  if (check === undefined) {
    check = fetch(`${url}/openapi.json`)
      .then(response => response.json() as Promise<OpenApiDocument>)
      .then(createDocumentCheck)
    check.catch(() => checks.delete(url))
    checks.set(url, check)
  }
  return check
}

/** Another service has this address now. The system reuses ports, and a service's API depends on its chain. */
export function forgetDocument(url: string): void {
  checks.delete(url)
}
