import { useTranslation } from 'react-i18next'

import { confirm } from './questions.ts'

/**
 * How a dialog closes that may hold what was typed: an Escape, a press beside it and its own Cancel
 * ask before that is lost.
 */
export function useAskToClose(isUnsaved: () => boolean, onClose: () => void): () => void {
  const { t } = useTranslation('admin')

  async function ask(): Promise<void> {
    const question = {
      title: t('kit.leaveTitle'),
      text: t('kit.leaveText'),
      act: t('kit.leave'),
    }
    if (!isUnsaved() || (await confirm(question))) onClose()
  }

  return () => void ask()
}
