import { useTranslation } from 'react-i18next'

import { confirm } from './questions.ts'

/** Returns a close function for Escape, backdrop and Cancel that first asks about unsaved text. */
export function useAskToClose(isUnsaved: () => boolean, onClose: () => void): () => void {
  const { t } = useTranslation('admin')

  async function closeOrAsk(): Promise<void> {
    const closeQuestion = {
      title: t('kit.leaveTitle'),
      text: t('kit.leaveText'),
      act: t('kit.leave'),
    }
    if (!isUnsaved() || (await confirm(closeQuestion))) onClose()
  }

  return () => void closeOrAsk()
}
