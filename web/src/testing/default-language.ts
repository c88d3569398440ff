import { defaultLanguage } from '@chaveiro/contracts/limits'
import { beforeEach } from 'vitest'

import { setCurrentLanguage } from '../i18n/language.ts'

// Files share their modules, so each test begins in the language that a visit begins in.
beforeEach(() => setCurrentLanguage(defaultLanguage))
