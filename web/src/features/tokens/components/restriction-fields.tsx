import { Form, Select } from 'antd';
import { useMemo } from 'react';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { offersOfKey, useModelOffers } from '../../../lib/model-offers.ts';
import { AddressField } from './address-field.tsx';

/** Which models a key may call, and from where. */
export function RestrictionFields() {
  const t = useText();
  const group = Form.useWatch<string | undefined>('group') ?? '';
  const { data: offers = [], isLoading } = useModelOffers();
  const { data: self } = useSelf();
  const options = useMemo(() => {
    const key = { group, model_limits_enabled: false, model_limits: '' };
    return offersOfKey(offers, key, self?.group ?? '').map(({ model_name: value }) => ({
      value,
      label: <span className="code">{value}</span>,
    }));
  }, [offers, group, self]);
  return (
    <>
      <Form.Item name="models" label={t('tokens:field.models')} extra={t('tokens:field.modelsHint')}>
        <Select
          mode="multiple"
          allowClear
          loading={isLoading}
          placeholder={t('tokens:field.allModels')}
          maxTagCount={12}
          maxCount={200}
          options={options}
        />
      </Form.Item>
      <AddressField
        name="addresses"
        label={t('tokens:field.addresses')}
        hint={t('tokens:field.addressesHint')}
        example={'203.0.113.7\n198.51.100.0/24'}
      />
      <AddressField
        name="deniedAddresses"
        label={t('tokens:field.deniedAddresses')}
        hint={t('tokens:field.deniedAddressesHint')}
        example={'198.51.100.66'}
      />
    </>
  );
}
