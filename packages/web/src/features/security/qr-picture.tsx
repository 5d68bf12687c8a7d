import { QRCode } from 'antd';

/** Dark on white in both modes: many readers know no other. */
export const QrPicture = ({ text, label }: { text: string; label: string }) => (
  <div className="qr" role="img" aria-label={label}>
    <div aria-hidden="true">
      <QRCode value={text} type="svg" size={168} color="#000000" bgColor="#ffffff" bordered={false} errorLevel="M" />
    </div>
  </div>
);
