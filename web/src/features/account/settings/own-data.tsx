import { staffRoles } from '@chaveiro/contracts/limits'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { download, refusalMessage } from '../../../api/call.ts'
import { useSession } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { StoredCpf } from './kept-cpf.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import { SettingRow } from './setting-row.tsx'

/** Export of personal data, the stored CPF, and deletion of the account. */
export function OwnData() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const [isRemoving, setIsRemoving] = useState(false)

  return (
    <>
      <DataExport />
      <StoredCpf />

      {user && !staffRoles.includes(user.role) && (
        <SettingRow
          title={t('removal.title')}
          value={t('removal.lead')}
          act={
            <Button className="text-bad!" onClick={() => setIsRemoving(true)}>
              {t('removal.open')}
            </Button>
          }
        >
          <RemovalDialog open={isRemoving} onClose={() => setIsRemoving(false)} />
        </SettingRow>
      )}
    </>
  )
}

function DataExport() {
  const { t } = useTranslation(['account', 'common'])
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function saveExport(): Promise<void> {
    setIsBusy(true)
    setProblem(null)

    try {
      const { blob, fileName } = await download(ownApi.ownAccount.exported)
      saveFile(blob, fileName)
    } catch (error) {
      setProblem(refusalMessage(error, t('common:error.network')))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <SettingRow
      title={t('export.title')}
      value={t('export.lead')}
      act={
        <Button
          icon={<Download aria-hidden size={16} />}
          busy={isBusy}
          onClick={() => void saveExport()}
        >
          {t('export.save')}
        </Button>
      }
    >
      {problem && <Notice tone="bad">{problem}</Notice>}
    </SettingRow>
  )
}
