/**
 * The first migration of a new shop. It creates the schema that the contained migrations created
 * step by step.
 */
export const firstMigration = '0001-schema.sql'

/** The commit with the last contained migration. */
export const lastWithContained = '24ade136'

type Applied = ReadonlyMap<string, string>

/**
 * The applied migrations of a database (name → sha256), as files of this version: the first
 * migration replaces all contained ones. `firstHash` is the sha256 of the first migration.
 */
export function appliedNow(applied: Applied, firstHash: string): Map<string, string> {
  const laterMigrations = new Map([...applied].filter(([name]) => !contained.has(name)))
  if (laterMigrations.size === applied.size || missingContained(applied)) return laterMigrations

  return new Map([[firstMigration, firstHash], ...laterMigrations])
}

/**
 * The first contained migration that a shop from before the first release has not applied. Null
 * when all are applied, or the shop is newer.
 */
export function missingContained(applied: Applied): string | null {
  const containedNames = [...contained.keys()]
  if (!containedNames.some((name) => applied.has(name))) return null

  return containedNames.find((name) => applied.get(name) !== contained.get(name)) ?? null
}

/** The migrations that 0001-schema.sql contains: name → sha256 as shops recorded them. */
export const contained: Applied = new Map([
  ['0001-initial.sql', '0975496fcf142638912d71e9a4fa2fcb34e455a76c83291e08246e7eb75fb1ba'],
  ['0002-rate-limits.sql', '7a0fd41ffcc7347b576bd87ff0b620bb35ba7d1d72bf955891637b88aba399d7'],
  ['0003-search.sql', 'a743ac334365db6a61a142481ba05ee48eeaf051c923cbe255695d1abd7fd878'],
  ['0004-notifications.sql', 'c5a1c115727418e1acaa44282b99ae05fe4d6b0eab9714334ceeeecd3a4a076b'],
  ['0004-search-columns.sql', '2208327aebec749ddf53cd9ae5957010f8deb94155a60fa2193aa19feee0be9d'],
  [
    '0005-back-office-goods.sql',
    '14ebf13cbbaabcab01a5a2ec9dabc4b7235bcaaa14865bbd9074f470a340fbc2',
  ],
  ['0006-trade.sql', '7c55acbd713c33463401c6b19a6afe5cd4b7b0f67906d8ef3ad7be7ff48a84e5'],
  ['0006-trade_search.sql', '67a5bab6c98a02479f00938b8ee14a0138eda38b9b876ff44f7f6de640a52025'],
  ['0007-bans.sql', '477f0c541eabd68be5b7555814ce48f5681cb44c9eb36ad5d2739afb204e8ff8'],
  ['0008-two-factor.sql', 'c7b3c150a66bc297a156623c06bc282557fcdba81a9c5ff23e0bab7cdf53fe3c'],
  [
    '0008-two-factors-tries.sql',
    '66577bc8fe2d1bc15f89b371a920bbf9c0adffed369996ad369ee2b9f425dc9e',
  ],
  ['0009-order-consents.sql', '13c8c35d51b84ae09dffcb00c9c4a93bcb45428a71cd7cc46278adc0c5222e8d'],
  ['0010-scale.sql', '0286c20663b4605446f9a80e5f07ba7ba7d08c1518231a62870fd268929267a0'],
  ['0011-delivery.sql', 'af883b78aa951aef37c79a3ebb6bbcff17dca2c21854e004ddf09a4879c1ed44'],
  ['0012-community.sql', 'd65f20ded2abadcd9ac87ddeea8bfc5f059254677c264c7d55e9550f440a298f'],
  [
    '0012-notification-chat.sql',
    'c507230c71007c98b65c6ee4870a65ff97c1b14c9ddae1efc551a943c2ec02b4',
  ],
  ['0013-payment-desk.sql', 'b873563239d4e3597ff6ca630ac4f66dcbca21a428030082497db8c3a01b4fbb'],
  ['0014-chat.sql', 'd9b3f7f33a8526b6c866502118d8cd104ae87515846248f1fc25d5b7d1e659d3'],
  ['0014-chat_files.sql', '94c411c87703eb37fd87e1db2f09ed125e02132909cb0aa839cbffa792783208'],
  ['0015-mails.sql', 'fe0f5c3ab141a8d444286e2529ab18a2c27df49a6e6ceec7684f2ff14a9fb340'],
  ['0020-infractions.sql', 'b94c06723d201c9dc5cf4c40db0c8b9eab1ca8b4e73e64898abd12fc54310cdd'],
  ['0021-provider-checks.sql', 'fc5a7199a0011d3bd624c836c54ab1405cf28cf79cacb3379a1d294ae58dc806'],
  ['0023-disputes.sql', '92319939be4636c1d77835d376455b534f79955d063a362cbe93ac739084a3a4'],
  ['0030-units-an-order.sql', 'fe980fcd669e27f87256fd0aca8b103c2bc49c2f8ac14a9d00f96d270ed48fab'],
  ['0031-references.sql', '860f119da5c6a4214a2431768a0a58a4b45f43b3be00ef3acb5cdcd191a70de3'],
  ['0032-deleted-coupons.sql', 'bd80ed90e060a9b23fa2d211004a1f370bbbaba17208858b970589bd65d7cc61'],
  ['0040-session-life.sql', '2931200baa2c908f39adb27eea5258180a669f81833ed42b3a2f7d69d55554af'],
  ['0041-login-codes.sql', '2c503d44a919d748620202f6ee12ebb8efbca0dd7ba469356a3f2c8c997806d8'],
  ['0045-key-blocks.sql', '981fb4eb205ba6ada4ad64e0f433d9ef91ab114908340aac85f93526e5ef3336'],
  ['0046-keys-seen.sql', '1a503babd5b520cee6a79ee9ec813ad1c90b074a39a0750dd7530eaeacf172f3'],
  ['0047-archived-orders.sql', '9714438682fc8d3f19e2d402664d58ab58e30ecd0016bbd2fecbadec1f13b9fc'],
  ['0050-vault-canaries.sql', 'b84b24fa5ee5be221eb1ece75a06d99f219d802e817140f4e6902507c2674643'],
  ['0051-desk-done.sql', '07233d32d50740992c091833c819c4c64c976c09b07f4cba6790453d743d8fca'],
  ['0052-receipt-names.sql', 'f52d18dd767f970b46b87a2eacc3d4ec0615d74ef5a375fec741f87623747f44'],
  ['0053-dispute-reasons.sql', '822d24e5d8cbc6372ef95e43bc5c906e204112deb3ab870b5a650a61f3156296'],
  ['0054-product-page.sql', 'fb42e210abb2026e152c217d7fe19860ee8f6bd9f4cf8082a395137fdf3f2b7b'],
  ['0055-reviews.sql', '43aa945e19cad92a4260059a8a7e04a3c7d0635848f6f862ca6d9e1985b5ef90'],
  ['0056-praise.sql', 'ac1ed3c29430dc78e9a139945cce58494e577c45f28095ae9844f39ef0ffa811'],
  ['0057-get-in.sql', 'a625628323fd6703dbd1fb7ee4821261b60dbfa20f58fa7430de286a12c417d5'],
  ['0058-withdrawals.sql', '7130768791071d57e32c59b88f4d108248da2b07f0b0fcf8e6a98eb00bca4be4'],
  ['0059-support.sql', '9e31f46bc86998231be9f928d09c5366d8c8530454bcf07888cdf151f478cf85'],
  ['0060-variants.sql', '744ed67b24a4388b4b6e0cbcbd345ca0ce5d538b95033ce9f90aeaf607d87249'],
  ['0061-own-mail.sql', '4706f08c83017fba8ce4312e6089f597092f8c74b5fdf5c7732ea4ae74334f1a'],
  ['0062-status-history.sql', '7c0e7518eab30f34bbbcebd8be7963b589b51407842d7c624fa7d964b66821ed'],
  [
    '0063-kept-notifications.sql',
    '57e73bc521b29ab78deef2290f4b4456336d634644905dface15a631d59b4c75',
  ],
  ['0064-kept-cpf.sql', '7711d98057264eca6f0c4d1a83e5916dc390c9c4ef0e4e53311d0ee5a1e4af8d'],
  ['0065-announcements.sql', '08190a0fa0d892131f18dd1d816f861b9628bfa22eaa7066e2d7c98b0a442c10'],
  ['0066-visits.sql', '3aa16301a9ee483de53d44c5b4d5dd8c45da8b0651d9d2d6e8c765e1a506ef3c'],
  ['0067-kept-providers.sql', 'ebff94c484d765a766a97e627bb978bb6b0ff64ded25bc77df2bb284012c3fcd'],
  ['0068-support-desk.sql', 'fef4c14bdb05c92f8fda3e3f4a33970d666715c4d355d7ece10e3a53f92ee868'],
  ['0069-site-pages.sql', 'd53288f0fb9e4a2d5929349d366c0f40e82aa67961793e4f1223b7a7c078e3bb'],
  ['0070-test-orders.sql', 'f9af72db155803d61c8853ac8ec1199a57fc69ede294bf7d45a01eb17f94d08a'],
  ['0071-prices.sql', '2839d52ca0414230ab6af4d8349abed5bc42cc146a6d967b02f21f08a5442f78'],
  ['0072-saved-views.sql', '1e30593be7ae5782e863be2e85a169e00d982f2dabce1885aeade1c2a9eecc0f'],
  ['0073-customer-notes.sql', 'a0740199bdba4e2bfe4557039e0858c58d40014fdea1dbb62789e084d047a342'],
  ['0074-coupon-uses-of.sql', '6a3fd825be14e5dd285cf04b8dfe245c43f8e73635a976090a22a6a507635ea7'],
  [
    '0075-events-of-payment.sql',
    '7a8cffbf7458b9ba6f6c96bc6ddc4825bbdaa4adc88c764602d810b41057ed44',
  ],
  ['0076-push-devices.sql', '8ca567d92c52fe2ce18107a762e0d8b593b3e9fb8870c0352f277faa0997c430'],
  ['0077-ticket-chat-read.sql', '8412f090109d04f298f7e5854f90b10498931fc46a238e405d4fe5cc05cc4b9d'],
  ['0080-shop-watch.sql', '024c1fae33cf82aa2469359a5a553496ef9d396c07743ebf7ecc9e3f2cf50365'],
  ['0082-trail-by-month.sql', 'af2a259066678c84150ff3cdc16027cb85a44587c4ee255ae82145a9e02e9429'],
  ['0083-trail-partitions.sql', '3d6e0e93201c4c642a4ab73f7e380a23a5be1fa34a8a8790e7faf134cfa1e046'],
  ['0084-rows-that-go.sql', 'd127831c11ac00bbccd663b811f134d794d754f439d864ae6f5555acea5ae8f1'],
  ['0085-useless-indexes.sql', '69d7447687f111debcfe4e7ed0d36effffbb93c9baf88d7ef5ed54494aca85c2'],
  [
    '0087-provider-breakers.sql',
    '0906bb9187ae7b15c25b565d12a71e8345984c0c6a62e3a709f23182fd1b1be7',
  ],
  [
    '0089-recovery-code-secrets.sql',
    '116cfb1e91bd5d3cc16cfbde6c7746571380c6cd2b2670a31afc423f95452e10',
  ],
  [
    '0091-search-of-over-payments.sql',
    '9a4f6882e2bed2ddaa5ddd5fe5c600d5ab1fecd109d6f23762d68076df387297',
  ],
])
