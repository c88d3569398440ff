import { render } from '@react-email/render'
import { createElement } from 'react'

import { Mail } from './mails.layout.ts'
import type { Sheet } from './mails.sheet.ts'

/** The HTML of a mail. */
export const renderHtml = (sheet: Sheet): Promise<string> => render(createElement(Mail, sheet))
