import { html, type TemplateResult } from 'lit'

/** A line that breaks between its sentences first. */
export function sentencesTemplate(line: string): TemplateResult[] {
  return line.split(/(?<=\.)\s+|(?<=。)/).map(sentence => html`<span class="sentence">${sentence}</span> `)
}
