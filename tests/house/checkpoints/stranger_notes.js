// A stranger who checks a checkpoint: sigstore's own code, which comes with npm, reads the note, checks the log's
// signature, and the path of a record to the root. A cosignature is checked by Node's cryptography alone.
//
//     node stranger_notes.js VERIFY_PACKAGE < { note, keys, leaf, index, hashes }
const crypto = require('node:crypto')
const path = require('node:path')
const folder = path.join(process.argv[2], 'dist', 'tlog')
const { verifyCheckpoint } = require(path.join(folder, 'checkpoint.js'))
const { verifyMerkleInclusion } = require(path.join(folder, 'merkle.js'))

const asked = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex') // what stands before an Ed25519 key in a certificate

function read(verifierKey) {
  const [name, id, ...rest] = verifierKey.split('+')
  const data = Buffer.from(rest.join('+'), 'base64')
  const spki = Buffer.concat([PREFIX, data.subarray(1)])
  const publicKey = crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const whole = crypto.createHash('sha256').update(name + '\n').update(data).digest()
  if (whole.subarray(0, 4).toString('hex') !== id) throw new Error('the key is not the one of its id')
  return { name, kind: data[0], logID: whole, baseURL: name, publicKey }
}

const keys = asked.keys.map(read)
const entry = {
  canonicalizedBody: Buffer.from(asked.leaf, 'hex'),
  inclusionProof: {
    checkpoint: { envelope: asked.note },
    logIndex: asked.index,
    hashes: asked.hashes.map((hash) => Buffer.from(hash, 'hex'))
  }
}
const said = { checkpoint: false, included: false, cosigned: [] }
try {
  const checkpoint = verifyCheckpoint(entry, keys.filter((key) => key.kind === 1))
  Object.assign(said, { checkpoint: true, origin: checkpoint.origin, size: Number(checkpoint.logSize) })
  verifyMerkleInclusion(entry, checkpoint)
  said.included = true
} catch (error) {
  said.error = error.message
}
const [body, lines] = asked.note.split('\n\n')
for (const key of keys.filter((key) => key.kind === 4)) {
  for (const line of lines.trimEnd().split('\n')) {
    const [, name, data] = line.split(' ')
    const raw = Buffer.from(data, 'base64')
    if (name !== key.name || !raw.subarray(0, 4).equals(key.logID.subarray(0, 4))) continue
    const message = `cosignature/v1\ntime ${raw.readBigUInt64BE(4)}\n${body}\n`
    if (crypto.verify(null, Buffer.from(message), key.publicKey, raw.subarray(12))) said.cosigned.push(name)
  }
}
process.stdout.write(JSON.stringify(said))
