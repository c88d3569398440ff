import { defaultLanguage } from '@chaveiro/contracts/limits'
import { beforeEach } from 'vitest'

import { setCurrentLanguage } from '../i18n/language.ts'

// Test files share modules, so each test starts in the default language.
beforeEach(() => setCurrentLanguage(defaultLanguage))
