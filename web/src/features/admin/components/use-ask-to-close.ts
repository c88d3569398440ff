import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.tsx'

/**
 * How a dialog closes that may hold what was typed: one Escape, or one press beside it, asks before
 * that is lost. Its own Cancel needs no question.
 */
export function useAskToClose(unsaved: boolean, onClose: () => void): () => void {
  const { t } = useTranslation('admin')
  async function ask(): Promise<void> {
    const question = {
      title: t('kit.leaveTitle'),
      text: t('kit.leaveText'),
      act: t('kit.leave'),
    }
    if (!unsaved || (await confirm(question))) onClose()
  }
  return () => void ask()
}
