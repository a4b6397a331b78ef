// Passes messages on as `stream` does, and does nothing else: what the client takes alone. `node forward-messages.mjs ADDRESS FILTER CLIENT [BYTES]`, with BYTES in place of each message
import { connect } from 'mqtt';

const [address, filter, clientId, bytes] = process.argv.slice(2);
const result = bytes === undefined ? null : Buffer.alloc(Number(bytes), 'x');
const out = connect(address, { protocolVersion: 5, clean: true });
await new Promise((resolve) => out.once('connect', resolve));
const properties = { sessionExpiryInterval: 600, receiveMaximum: 1000 };
const source = connect(address, { protocolVersion: 5, clientId, clean: false, properties });
const later = new Error('acknowledged later');
source.handleMessage = ({ topic, payload, messageId }, done) => {
  out.publish(topic.replace('in/', 'out/'), result ?? payload, { qos: 1 }, () =>
    source._sendPacket({ cmd: 'puback', messageId, reasonCode: 0 }),
  );
  done(later);
};
await source.subscribeAsync(filter, { qos: 1 });
