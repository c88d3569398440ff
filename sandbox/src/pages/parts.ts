import { html, type Html, type Part } from './html.ts'
import { say } from './language.ts'

/** A section's heading. */
export const heading = (text: string, english: string): Html => html`<h2>${say(text, english)}</h2>`

export const label = (of: string, text: string, english: string): Html =>
  html`<label for="${of}">${say(text, english)}</label>`

/** A name and its value on one line. */
export const fact = (name: Part, value: Part): Html =>
  html`<div class="row"><span>${name}</span><span>${value}</span></div>`

/** The placeholder of an empty list. */
export const nothing = (text: string, english: string): Html =>
  html`<p class="soft">${say(text, english)}</p>`

/** An option of a select. */
export const option = (value: string, text: string, selected = false): Html =>
  html`<option value="${value}"${selected ? html` selected` : ''}>${text}</option>`

/** An error message that screen readers announce at once. */
export const alarm = (problem: string | null): Html | '' =>
  problem ? html`<p class="note bad" role="alert">${problem}</p>` : ''
