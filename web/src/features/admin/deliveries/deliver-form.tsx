import { stockPaste } from '@chaveiro/contracts/product-limits'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import type { Delivery } from '../shared/rows.ts'

/** Enters the key of a waiting unit; the customer is notified at once. */
export function DeliverForm({ row, onClose }: { row: Delivery; onClose(): void }) {
  const { t } = useTranslation('admin')
  const deliveryChange = useChange(adminApi.deliveries.list, adminApi.licences.list)
  const deliveryForm = useForm({ defaultValues: { licenseKey: '' } })

  const {
    register,
    formState: { errors },
  } = deliveryForm

  async function saveDelivery({ licenseKey }: { licenseKey: string }): Promise<void> {
    await call(adminApi.deliveries.deliver, { params: { id: row.id }, body: { licenseKey } })
    toast(t('deliveries.delivered', { number: row.orderNumber }), 'good')
    void deliveryChange.reload()
  }

  return (
    <FormModal
      form={deliveryForm}
      title={t('deliveries.enterTitle', { product: row.product.name })}
      failed={t('deliveries.errorDeliver')}
      saveLabel={t('deliveries.deliver')}
      onSave={saveDelivery}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {t('deliveries.enterText', { name: row.customer.name, number: row.orderNumber })}
      </p>

      <Field
        label={t('deliveries.key')}
        required
        maxLength={stockPaste.keyLength}
        autoComplete="off"
        spellCheck={false}
        mono
        error={errors.licenseKey?.message}
        {...register('licenseKey', {
          validate: (value) => value.trim() !== '' || t('kit.required'),
        })}
      />
    </FormModal>
  )
}
