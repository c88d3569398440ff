import type { Language } from '@chaveiro/contracts/limits'

import type { Accent } from './mails.look.ts'
import type { Letter } from './templates/template.ts'

/** A whole mail before it is drawn. */
export type Sheet = {
  language: Language
  site: string
  home: string
  help: { label: string; url: string } | null
  contact: string
  /** The seller's name and tax number, which the law requires. */
  seller?: string | undefined
  accent: Accent
  /** The id whose cut the mail has. */
  cut: string
  /** URLs of the shop's mark, in the colour of the letters on the accent. */
  mark: { light: string; dark?: string | undefined }
  /** URLs of the shop's logo, 32 px high; `dark` is for dark backgrounds. */
  logo?: { width: number; light: string; dark?: string | undefined } | undefined
  letter: Letter
}
