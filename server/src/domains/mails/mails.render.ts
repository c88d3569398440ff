import { render } from '@react-email/render'
import { createElement } from 'react'
import { Mail, type Sheet } from './mails.layout.ts'

// Loaded with the first mail, not with the shop: React and react-email stay out of the start.

/** The HTML of a mail. */
export const htmlOf = (sheet: Sheet): Promise<string> => render(createElement(Mail, sheet))
