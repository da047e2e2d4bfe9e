#!/bin/sh
# Becomes systemd, process 1 of namespaces of its own (unshare --pid --mount), with a folder for units that nobody else
# reads, so that a service can be installed as on a server and this machine keeps nothing of it.
# $1: folder whose programs are found first on the path. https://www.freedesktop.org/wiki/Software/systemd/ContainerInterface/
set -e
mount -t tmpfs tmpfs /run
for folder in /etc /var/lib /var/log /usr/local/bin; do
  over=/run/over$folder
  mkdir -p "$over/upper" "$over/work"
  mount -t overlay overlay -o "lowerdir=$folder,upperdir=$over/upper,workdir=$over/work" "$folder"
done
ln -sf "$1"/* /usr/local/bin/
# The machine's own units stay out: cleaning /tmp at a start is one of them.
mount -t tmpfs tmpfs /etc/systemd/system
cd /etc/systemd/system
for target in sysinit basic multi-user network-online shutdown umount; do
  printf '[Unit]\nDefaultDependencies=no\n' > "$target.target"
done
cp /lib/systemd/system/systemd-journald* .
printf '[Unit]\nDefaultDependencies=no\nWants=systemd-journald.service\n' > film.target
exec env -i container=film PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMD_UNIT_PATH=/etc/systemd/system \
  /lib/systemd/systemd --system --unit=film.target --show-status=no
