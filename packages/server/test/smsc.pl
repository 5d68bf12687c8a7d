#!/usr/bin/perl
# A message centre that others wrote (Debian's libnet-smpp-perl): answers, and tells receipts and replies. First line: its port.
# A number that ends with 9 is refused, one with 8 is answered never, one with 7 answers "TD" by itself, one with 6 in two parts.
use strict;
use warnings;
use Net::SMPP;

$| = 1;
my $listening = Net::SMPP->new_listen('127.0.0.1', port => $ARGV[0] // 0, smpp_version => 0x34) or die $!;
print $listening->sockport, "\n";
my $count = 0;
while (my $link = $listening->accept) {
  while (my $pdu = $link->read_pdu) {
    my %same = (seq => $pdu->{seq});
    if ($pdu->{cmd} == Net::SMPP::CMD_bind_transceiver) {
      my $wrong = ($pdu->{password} // '') ne 'secret';
      $link->bind_transceiver_resp(%same, system_id => 'smsc', status => $wrong ? 0x0e : 0);
      last if $wrong;
    } elsif ($pdu->{cmd} == Net::SMPP::CMD_enquire_link) {
      $link->enquire_link_resp(%same);
    } elsif ($pdu->{cmd} == Net::SMPP::CMD_unbind) {
      $link->unbind_resp(%same);
      last;
    } elsif ($pdu->{cmd} == Net::SMPP::CMD_submit_sm) {
      my $to = $pdu->{destination_addr};
      print join(' ', 'submit', $to, $pdu->{data_coding}, $pdu->{esm_class}, unpack('H*', $pdu->{short_message})), "\n";
      next if $to =~ /8$/;
      if ($to =~ /9$/) { $link->submit_sm_resp(%same, message_id => '', status => 0x0b); next }
      my $id = sprintf('m%d', ++$count);
      # The receipt is quicker than the answer.
      $link->deliver_sm(source_addr => $to, destination_addr => '10690', esm_class => 4,
        short_message => "id:$id sub:001 dlvrd:001 submit date:2611301200 done date:2611301201 stat:DELIVRD err:000 text:");
      $link->submit_sm_resp(%same, message_id => $id);
      if ($to =~ /6$/) {
        my $part = 0;
        $link->deliver_sm(source_addr => "86$to", destination_addr => '10690', esm_class => 0x40, data_coding => 8,
          short_message => pack('C*', 5, 0, 3, 44, 2, ++$part) . pack('n*', map { ord } split //, $_)) for 'one ', 'two';
      }
      if ($to =~ /7$/) {
        $link->deliver_sm(source_addr => "86$to", destination_addr => '10690', data_coding => 8,
          short_message => pack('n*', map { ord } split //, 'TD'));
      }
    }
  }
  $link->close;
}
