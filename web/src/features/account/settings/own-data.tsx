import { staffRoles } from '@chaveiro/contracts/limits'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { download, refusalMessage } from '../../../api/call.ts'
import { useSession } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { StoredCpf } from './kept-cpf.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

/** Export of personal data, the stored CPF, and deletion of the account. */
export function OwnData() {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const [isRemoving, setIsRemoving] = useState(false)

  return (
    <Card className="grid gap-6">
      <DataExport />
      <StoredCpf />

      {user && !staffRoles.includes(user.role) && (
        <section className="grid gap-3 border-t border-line pt-6">
          <h2 className="text-base font-semibold">{t('removal.title')}</h2>
          <p className="text-sm text-muted">{t('removal.lead')}</p>
          <Button className="justify-self-start text-bad" onClick={() => setIsRemoving(true)}>
            {t('removal.open')}
          </Button>
          <RemovalDialog open={isRemoving} onClose={() => setIsRemoving(false)} />
        </section>
      )}
    </Card>
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
    <section className="grid gap-3">
      <h2 className="text-base font-semibold">{t('export.title')}</h2>
      <p className="text-sm text-muted">{t('export.lead')}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}

      <Button
        className="justify-self-start"
        icon={<Download aria-hidden size={16} />}
        busy={isBusy}
        onClick={() => void saveExport()}
      >
        {t('export.save')}
      </Button>
    </section>
  )
}
