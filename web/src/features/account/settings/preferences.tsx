import { languages, type Language } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'

import { texts } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { useSuccess } from './use-success.ts'

const languageNames: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English (US)',
}

/** The screen's language; it changes without a reload (S114). */
export function Preferences() {
  const { t } = useTranslation('account')
  const [successText, setSuccessText] = useSuccess()

  const changeLanguage = async (language: string) => {
    await texts.changeLanguage(language)
    setSuccessText(texts.t('account:settings.saved'))
  }

  return (
    <Card className="grid gap-4">
      <SelectField
        label={t('settings.language')}
        value={currentLanguage()}
        onChange={(event) => void changeLanguage(event.target.value)}
      >
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>

      <p className="text-sm text-muted">{t('settings.languageHint')}</p>
      {successText && <Notice tone="good">{successText}</Notice>}
    </Card>
  )
}
