import { render } from '@react-email/render'
import { createElement } from 'react'

import { Mail, type Sheet } from './mails.layout.ts'

/** The HTML of a mail. */
export const renderHtml = (sheet: Sheet): Promise<string> => render(createElement(Mail, sheet))
