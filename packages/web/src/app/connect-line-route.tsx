export const ConnectLineRoute = () => null;
