// Passes messages on as `stream` does, and does nothing else: what the client takes alone. `node forward-messages.mjs ADDRESS FILTER CLIENT [BYTES]`, with BYTES and the headers of a result in place of each message
import { connect } from 'mqtt';

const [address, filter, clientId, bytes] = process.argv.slice(2);
const result = bytes === undefined ? null : Buffer.alloc(Number(bytes), 'x');
const vocabulary = `http://localhost:4000/vocabulary/v/${'0'.repeat(64)}/`;
const headers =
  result === null ? {} : { properties: { contentType: 'application/n-triples', userProperties: { vocabulary } } };
const out = connect(address, { protocolVersion: 5, clean: true });
await new Promise((resolve) => out.once('connect', resolve));
const properties = { sessionExpiryInterval: 600, receiveMaximum: 1000 };
const source = connect(address, { protocolVersion: 5, clientId, clean: false, properties });
const later = new Error('acknowledged later');
source.handleMessage = ({ topic, payload, messageId }, done) => {
  out.publish(topic.replace('in/', 'out/'), result ?? payload, { qos: 1, ...headers }, () =>
    source._sendPacket({ cmd: 'puback', messageId, reasonCode: 0 }),
  );
  done(later);
};
await source.subscribeAsync(filter, { qos: 1 });
