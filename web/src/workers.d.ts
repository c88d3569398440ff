declare module 'altcha/workers/pbkdf2?worker' {
  const PbkdfWorker: new () => Worker
  export default PbkdfWorker
}
