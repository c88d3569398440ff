import { languages, type Language } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'

import { texts } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { useSuccess } from './use-success.ts'

const names: Record<Language, string> = { 'pt-BR': 'Português (Brasil)', 'en-US': 'English (US)' }

/** The language of the screens, changed without a reload (S114). */
export function Preferences() {
  const { t } = useTranslation('account')
  const [done, setDone] = useSuccess()

  const change = async (language: string) => {
    await texts.changeLanguage(language)
    setDone(texts.t('account:settings.saved'))
  }

  return (
    <Card className="grid gap-4">
      <SelectField
        label={t('settings.language')}
        value={currentLanguage()}
        onChange={(event) => void change(event.target.value)}
      >
        {languages.map((language) => (
          <option key={language} value={language}>
            {names[language]}
          </option>
        ))}
      </SelectField>

      <p className="text-sm text-muted">{t('settings.languageHint')}</p>
      {done && <Notice tone="good">{done}</Notice>}
    </Card>
  )
}
